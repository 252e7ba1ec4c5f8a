/** Canonical values by lower-case name, and the names that occur more than once. */
export interface HeaderFields {
  readonly values: ReadonlyMap<string, string>;
  readonly repeated: readonly string[];
}

/**
 * Reads headers in the form of Node's `rawHeaders` (name, value, name, value ...). Values are made canonical: outer
 * white space cut, inner runs folded to a space; values of one name are joined by commas in the order they came.
 */
export function readHeaderFields(rawHeaders: readonly string[]): HeaderFields {
  const values = new Map<string, string>();
  const repeated: string[] = [];
  let name: string | undefined;
  for (const text of rawHeaders) {
    if (name === undefined) {
      name = text.toLowerCase();
      continue;
    }
    const value = foldWhiteSpace(text);
    const earlier = values.get(name);
    if (earlier !== undefined) repeated.push(name);
    values.set(name, earlier === undefined ? value : `${earlier},${value}`);
    name = undefined;
  }
  return { values, repeated };
}

/** Headers besides Authorization that decide about authenticity: one that occurs twice could be read in two ways. */
export function isSecurityHeader(name: string): boolean {
  return name === 'host' || name === 'content-type' || name.startsWith('x-amz-');
}

const foldable = /^[ \t\r\n]|[ \t\r\n]{2}|[\t\r\n]|[ \t\r\n]$/;

// Not \s, which also matches a no-break space: a peer may treat that as another character.
function foldWhiteSpace(value: string): string {
  if (!foldable.test(value)) return value;
  return value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}
