// Keys, in one table that the help shows.
import { button, el } from "./dom";

export interface Key {
  readonly keys: readonly string[]; // values of KeyboardEvent.key
  readonly shown: string;
  readonly what: string;
  readonly run: () => void;
}

/** Keys act unless somebody is typing; Escape leaves the field. */
export function listenForKeys(keys: readonly Key[]): void {
  const byKey = new Map(keys.flatMap((key) => key.keys.map((name) => [name, key] as const)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target as HTMLElement;
    if (isTyping(target)) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (belongsTo(target, event.key) || (event.key === "Escape" && closeMenu())) return;
    const key = byKey.get(event.key);
    if (!key) return;
    event.preventDefault();
    key.run();
  });
}

function isTyping(target: HTMLElement): boolean {
  return target.matches("textarea, select, input:not([type=range]):not([type=checkbox])");
}

// An open menu is closed before anything else.
function closeMenu(): boolean {
  const menu = document.querySelector<HTMLDetailsElement>("details[open]");
  if (menu) menu.open = false;
  return menu !== null;
}

// Enter and space press the button that has the focus, arrows move its slider or turn the view; pages scroll
// the details where those have it.
function belongsTo(target: HTMLElement, key: string): boolean {
  if (key === "Enter" || key === " ") return target.matches("button, summary, a");
  const page = /^(Page|Home$|End$)/.test(key);
  if (page && target.closest(".detail")) return true;
  return (page || key.startsWith("Arrow")) && target.matches("input[type=range], canvas, [role=separator]");
}

export function makeHelp(keys: readonly Key[]): HTMLDialogElement {
  const list = el("dl");
  for (const { shown, what } of keys) {
    list.append(
      el(
        "div",
        {},
        el("dt", {}, ...shown.split(" ").map((key) => el("kbd", { text: key }))),
        el("dd", { text: what }),
      ),
    );
  }
  const mouse =
    "In the view: drag turns, right button or Shift drags along, wheel comes closer, a click names the part.";
  const dialog = el(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    el("h2", { text: "Keys" }),
    list,
    el("p", { text: mouse }),
    button("Close", "Escape", () => dialog.close()),
  );
  return dialog;
}
