// Elements in one expression. Text goes in as text: names from files are never markup.
interface Attributes {
  class?: string;
  text?: string;
  title?: string;
  [attribute: string]: string | undefined;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    if (name === "text") element.textContent = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function button(label: string, title: string, onClick: () => void, className = ""): HTMLButtonElement {
  const element = el("button", { type: "button", text: label, title, class: className });
  element.addEventListener("click", onClick);
  return element;
}

/** A button that stays pressed. */
export function setPressed(element: HTMLElement, pressed: boolean): void {
  element.setAttribute("aria-pressed", String(pressed));
}

export function select(label: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
  const element = el("select", { "aria-label": label });
  for (const [value, text] of options) element.append(el("option", { value, text }));
  return element;
}

/** Hands a file to the browser's downloads. */
export function download(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = el("a", { href: url, download: name });
  link.click();
  // The download has its own hold on the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
