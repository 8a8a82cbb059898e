let pressed = false;
let later: (() => void)[] = [];

const runLater = () => {
  if (pressed) return;
  const due = later;
  later = [];
  for (const run of due) run();
};
const press = ({ button }: MouseEvent) => {
  if (button === 0) pressed = true;
};
const release = () => {
  pressed = false;
  // Runs after the click event, which belongs to the same task.
  setTimeout(runLater);
};

// A touch presses twice: the browser sends the events of a mouse after those of the finger, and moves the focus between them.
for (const name of ['pointerdown', 'mousedown'] as const) window.addEventListener(name, press, true);
for (const name of ['pointerup', 'pointercancel', 'mouseup', 'dragend', 'contextmenu'] as const)
  window.addEventListener(name, release, true);

/** Runs at once, or after the pressed mouse or finger is released: a press that moves the focus must not move what is under it, or the click is lost. */
export const afterPointerRelease = (run: () => void): void => {
  if (pressed) later.push(run);
  else run();
};
