/** A badge beside a node on the canvas has room for little: the name gives way, the value and its age do not. */
const nameMax = 24;

/** `Water heater: open`; the text alone where nobody has named the device. */
export function namedBadge(text: string, name: string | undefined): string {
  if (name === undefined) return text;
  const letters = [...name];
  return `${letters.length > nameMax ? `${letters.slice(0, nameMax - 1).join('')}…` : name}: ${text}`;
}
