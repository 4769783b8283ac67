import { noSection, type Section } from "./section";

export interface ViewOptions {
  readonly ghosts: boolean;
  readonly seeThrough: boolean;
  readonly showA: boolean;
  readonly showB: boolean;
  readonly marks: boolean;
  readonly section: Section;
}

export const defaultOptions: ViewOptions = {
  ghosts: true,
  seeThrough: false,
  showA: true,
  showB: true,
  marks: true,
  section: noSection,
};
