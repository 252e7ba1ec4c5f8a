const amzDatePattern = /^[1-9]\d{3}(?:0[1-9]|1[0-2])[0-3]\dT(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ$/;

/** The form of X-Amz-Date, ISO 8601 basic: `20150830T123600Z`. */
export function formatAmzDate(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Milliseconds since the Unix epoch, or undefined where `text` is not an instant in the form of X-Amz-Date. */
export function parseAmzDate(text: string): number | undefined {
  if (text === lastText) return lastMs;
  const atMs = read(text);
  lastText = text;
  lastMs = atMs;
  return atMs;
}

// Dates are in whole seconds: most requests have the date of the request before.
let lastText = '';
let lastMs: number | undefined;

function read(text: string): number | undefined {
  if (!amzDatePattern.test(text)) return undefined;
  const digits = (from: number, to: number) => Number(text.slice(from, to));
  const day = digits(6, 8);
  const atMs = Date.UTC(digits(0, 4), digits(4, 6) - 1, day, digits(9, 11), digits(11, 13), digits(13, 15));
  // Date.UTC reads 30 February as 2 March.
  return new Date(atMs).getUTCDate() === day ? atMs : undefined;
}

/** The day of an X-Amz-Date, as in credential scopes: `20150830`. */
export function scopeDate(amzDate: string): string {
  return amzDate.slice(0, 8);
}
