// The bar between table and view, for pointer and arrow keys.
import { el } from "./dom";

const least = 25; // per cent of the width
const most = 70;

export function makeSplitter(main: HTMLElement): HTMLElement {
  const bar = el("div", {
    class: "splitter",
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-label": "Width of the table",
    "aria-valuemin": String(least),
    "aria-valuemax": String(most),
  });
  let share = 50;
  const set = (value: number) => {
    share = Math.min(Math.max(value, least), most);
    main.style.setProperty("--table-share", `${share}%`);
    bar.setAttribute("aria-valuenow", String(Math.round(share)));
  };
  set(share);
  bar.addEventListener("pointerdown", (event) => bar.setPointerCapture(event.pointerId));
  bar.addEventListener("pointermove", (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, width } = main.getBoundingClientRect();
    set(((event.clientX - left) / width) * 100);
  });
  bar.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") set(share - 2);
    else if (event.key === "ArrowRight") set(share + 2);
  });
  return bar;
}
