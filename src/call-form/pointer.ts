/**
 * The position of a value in a call: `path/deviceId`, `filter/capturedAt/ge`, `body/windows/0/start/day`. A JSON pointer
 * (RFC 6901) without its first slash.
 */
export type Pointer = string;

export function segmentsOf(pointer: Pointer): string[] {
  return pointer.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerOf(segments: readonly string[]): Pointer {
  return segments.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}

/** Whether `pointer` is `container` or within it. */
export function isWithin(pointer: Pointer, container: Pointer): boolean {
  return pointer === container || pointer.startsWith(`${container}/`);
}
