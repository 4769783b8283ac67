// Lengths for people. Files in metres, such as glTF, are shown in millimetres: a press fit is not 1e-5 m deep.

export class Units {
  readonly name: string;
  private readonly factor: number;

  constructor(metresPerUnit: number | null) {
    const known =
      metresPerUnit === null ? undefined : names.find(([m]) => Math.abs(m / metresPerUnit - 1) < 1e-9);
    this.name = known ? known[1] : metresPerUnit === null ? "units" : "mm";
    this.factor = known ? known[2] : metresPerUnit === null ? 1 : metresPerUnit * 1000;
  }

  /** From the file's unit to the one shown. */
  shown(length: number): number {
    return length * this.factor;
  }

  /** From the unit shown to the file's. */
  stored(length: number): number {
    return length / this.factor;
  }

  length(value: number): string {
    return `${number(this.shown(value))} ${this.name}`;
  }

  plainLength(value: number): string {
    return number(this.shown(value));
  }

  plainVolume(value: number, digits = 4): string {
    return number(value * this.factor ** 3, digits);
  }

  volume(value: number): string {
    return `${this.plainVolume(value)} ${this.volumeName}`;
  }

  get volumeName(): string {
    return this.name === "units" ? "units³" : `${this.name}³`;
  }

  point(p: readonly number[]): string {
    return p.map((c) => number(this.shown(c), 6)).join(", ");
  }
}

// Metres per unit, the name shown, what a stored length is multiplied by.
const names: readonly (readonly [number, string, number])[] = [
  [1e-6, "µm", 1],
  [0.001, "mm", 1],
  [0.01, "mm", 10],
  [0.1, "mm", 100],
  [1, "mm", 1000],
  [0.0254, "in", 1],
  [0.3048, "ft", 1],
];

/** Four significant digits unless told otherwise; powers of ten only where zeros would have to be counted. */
export function number(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-5) return value.toExponential(digits - 1).replaceAll("-", "−");
  const rounded = size >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits));
  return String(rounded).replace("-", "−");
}

/** 1234567 as 1 234 567, with thin spaces that do not break. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
