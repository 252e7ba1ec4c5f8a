type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The properties that have a value: an optional property is absent rather than undefined.
 *
 * @example
 * const request = { url, ...defined({ token, body: prepared.body }) };
 */
export function defined<T extends object>(properties: T): WithoutUndefined<T> {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as WithoutUndefined<T>;
}
