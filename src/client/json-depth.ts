/**
 * How deep an answer may nest, lists and objects counted together. What the service sends nests less than ten deep; deeper
 * trees overflow the stack of whoever walks through them later: masking, cloning a message, printing it.
 */
export const deepestAnswer = 64;

/** Whether lists and objects nest deeper than `limit` in JSON; exact for what parses, and never an exception. */
export function isDeeperThan(json: string, limit: number): boolean {
  if (!hasMoreBracketsThan(json, limit)) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at++)
    switch (json.charCodeAt(at)) {
      case codes.quote:
        at = endOfText(json, at);
        break;
      case codes.openBrace:
      case codes.openBracket:
        depth++;
        if (depth > limit) return true;
        break;
      case codes.closeBrace:
      case codes.closeBracket:
        depth--;
        break;
    }
  return false;
}

const codes = {
  quote: 0x22,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
};

/** Where the text that begins at a quote ends; the end of the JSON where it does not. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === codes.backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
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
