/**
 * How deep an answer may nest, lists and objects counted together. What the service sends nests less than ten deep; deeper
 * trees overflow the stack of whoever walks through them later: masking, cloning a message, printing it.
 */
export const deepestAnswer = 64;

/** Whether lists and objects nest deeper than `limit` in JSON; exact for what parses, and never an exception. */
export function isDeeperThan(json: string, limit: number): boolean {
  if (!hasMoreBracketsThan(json, limit)) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (inText) {
      if (character === '\\') at++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') {
      depth++;
      if (depth > limit) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}

/** Most answers have fewer brackets in all than would be needed, and counting those costs a tenth. */
function hasMoreBracketsThan(json: string, limit: number): boolean {
  let count = 0;
  for (const bracket of '{[')
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      count++;
      if (count > limit) return true;
    }
  return false;
}
