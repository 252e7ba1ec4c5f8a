/**
 * The latest values of a device as one flat record: each by its path, with the time when it was measured (epoch seconds)
 * as `<path>.ts` where the service tells it; booleans and texts as they come. spec 2.6
 */
export function flatDeviceData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      if (value !== undefined) flat[path] = value;
      return;
    }
    if ('val' in value && (typeof value.val !== 'object' || value.val === null)) {
      flat[path] = value.val;
      if ('ts' in value && typeof value.ts === 'number') flat[`${path}.ts`] = value.ts;
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(inner, path === '' ? name : `${path}.${name}`);
  };
  visit(data, '');
  return flat;
}
