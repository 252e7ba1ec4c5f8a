import type { OperationRow } from '../catalog';
import { fieldSpecAt } from './parameters';
import { type Pointer, pointerOf, segmentsOf } from './pointer';

type Container = Record<string, unknown>;

/** The input of a call, built from its values by pointer; whole objects first, so that single fields refine them. */
export function buildInput(row: OperationRow, values: ReadonlyMap<Pointer, unknown>): Container {
  const input: Container = {};
  const inOrder = [...values].map(([pointer, value]) => ({ segments: segmentsOf(pointer), value }));
  inOrder.sort((a, b) => a.segments.length - b.segments.length);
  for (const { segments, value } of inOrder) if (value !== undefined) place(row, input, segments, value);
  return input;
}

function place(row: OperationRow, input: Container, segments: readonly string[], value: unknown): void {
  let at = input;
  segments.forEach((segment, index) => {
    if (index === segments.length - 1) {
      put(at, segment, structuredClone(value));
      return;
    }
    const known = Object.hasOwn(at, segment) ? at[segment] : undefined;
    const next = typeof known === 'object' && known !== null ? known : emptyAt(row, segments.slice(0, index + 1));
    put(at, segment, next);
    at = next as Container;
  });
}

function emptyAt(row: OperationRow, segments: readonly string[]): object {
  return fieldSpecAt(row, pointerOf(segments))?.schema.type === 'array' ? [] : {};
}

// A name such as __proto__ is a field like any other, not the prototype.
function put(at: Container, name: string, value: unknown): void {
  Object.defineProperty(at, name, { value, writable: true, enumerable: true, configurable: true });
}
