// Colours of the view, in light and dark surroundings. The pair's are those of the swatches in style.css.
import { Color } from "three";
import type { Group } from "../data/report";

export const partA = new Color("#e8862a");
export const partB = new Color("#3b7ddd");
export const overlap = new Color("#d81b3c");
export const curve = new Color("#d81b3c");
export const dimension = new Color("#0a7d4f");
const dimensionDark = new Color("#35d08f");

export interface Theme {
  readonly ghost: Color;
  readonly regionBox: Color;
  readonly dimension: Color;
  readonly edge: Color;
}

export const lightTheme: Theme = {
  ghost: new Color("#92a1b0"),
  regionBox: new Color("#7a1030"),
  dimension,
  edge: new Color("#1c2530"),
};
export const darkTheme: Theme = {
  ghost: new Color("#a9bccf"),
  regionBox: new Color("#ff9db2"),
  dimension: dimensionDark,
  edge: new Color("#0a0e13"),
};

/** Of parts in the overview, by the worst that was found about them. */
export const overview: Readonly<Record<Group, Color>> = {
  clash: new Color("#d9534f"),
  inside: new Color("#9b59b6"),
  clearance: new Color("#e0a23a"),
  undecided: new Color("#8d99a6"),
  touch: new Color("#b8c4d0"),
  allowed: new Color("#b8c4d0"),
};
export const untouched = new Color("#c8d1da");
