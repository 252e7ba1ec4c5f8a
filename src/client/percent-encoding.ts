/** Percent-encoded UTF-8, spaces as %20; a text that is not well-formed Unicode has no encoding and gives undefined. */
export function percentEncode(text: string): string | undefined {
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined;
  }
}
