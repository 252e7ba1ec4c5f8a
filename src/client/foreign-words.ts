const maxLength = 200;
/** Where gateways and web frameworks put the sentence of an error, the most telling first. */
const names = ['error_description', 'message', 'Message', 'detail', 'errorMessage', 'description', 'title', 'error'];

/**
 * What a body says that is not the service's: the sentence in JSON such as {`statusCode`, `message`}, the title of a web page, or
 * the first words of a text. Empty where it says nothing.
 *
 * @example
 * foreignWords({ statusCode: 401, message: 'Access denied' }); // 'Access denied'
 */
export function foreignWords(body: unknown): string {
  if (typeof body === 'string') return shortened(isWebPage(body) ? titleOf(body) : body);
  if (typeof body !== 'object' || body === null) return '';
  const values = Array.isArray(body) ? body : names.map((name) => (body as Record<string, unknown>)[name]);
  const text = values.find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof text === 'string') return shortened(text);
  // Such as {errors: [{message}]} and {fault: {faultstring}}: one level below is where they end.
  const { errors, fault, faultstring } = body as Record<string, unknown>;
  if (typeof faultstring === 'string') return shortened(faultstring);
  const [first] = Array.isArray(errors) ? errors : [fault];
  return first === undefined || first === body ? '' : foreignWords(first);
}

export const isWebPage = (text: string): boolean => /^\s*</.test(text);

function titleOf(page: string): string {
  const [, title] = /<title[^>]*>([^<]*)</i.exec(page) ?? /<h1[^>]*>([^<]*)</i.exec(page) ?? [];
  return title ?? '';
}

/** On one line. */
export function shortened(text: string, length = maxLength): string {
  const line = text
    .slice(0, 4 * length)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length <= length ? line : `${line.slice(0, length)}…`;
}
