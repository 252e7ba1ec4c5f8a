/** Where a value is taken from, in the words of Node-RED's typed input. */
export interface Typed {
  readonly type: string;
  readonly value: string;
}

/** The values of a call, as the node stores them, by their paths in the input, such as `body/windows/0/start/day`. */
export interface CallModel {
  get(pointer: string): Typed | undefined;
  set(pointer: string, typed: Typed | undefined): void;
  /** The names one level below a pointer, in order. */
  below(pointer: string): string[];
  remove(pointer: string): void;
  /** Removes an item of a list; the items after it move up by one. */
  removeItem(pointer: string, index: number): void;
  clear(): void;
}

export function createCallModel(stored: string, onChange: (text: string) => void): CallModel {
  const values = new Map<string, Typed>(Object.entries(read(stored)));
  const reportChange = () => onChange(JSON.stringify(Object.fromEntries(values)));

  function below(pointer: string): string[] {
    const names = [...values.keys()]
      .filter((key) => key.startsWith(`${pointer}/`))
      .map((key) => key.slice(pointer.length + 1).split('/')[0] ?? '');
    return [...new Set(names)];
  }

  function deleteTree(pointer: string): void {
    for (const key of [...values.keys()]) if (key === pointer || key.startsWith(`${pointer}/`)) values.delete(key);
  }

  return {
    get: (pointer) => values.get(pointer),
    set(pointer, typed) {
      const before = values.get(pointer);
      if (before?.type === typed?.type && before?.value === typed?.value) return;
      if (typed === undefined) values.delete(pointer);
      else values.set(pointer, typed);
      reportChange();
    },
    below,
    remove(pointer) {
      deleteTree(pointer);
      reportChange();
    },
    removeItem(pointer, index) {
      deleteTree(`${pointer}/${index}`);
      for (const position of below(pointer)
        .map(Number)
        .filter((other) => other > index)
        .sort((a, b) => a - b))
        for (const [key, typed] of [...values]) {
          const from = `${pointer}/${position}`;
          if (key !== from && !key.startsWith(`${from}/`)) continue;
          values.delete(key);
          values.set(`${pointer}/${position - 1}${key.slice(from.length)}`, typed);
        }
      reportChange();
    },
    clear() {
      values.clear();
      reportChange();
    },
  };
}

function read(stored: string): Record<string, Typed> {
  try {
    return JSON.parse(stored === '' ? '{}' : stored) as Record<string, Typed>;
  } catch {
    return {};
  }
}

/** A name as one step of a pointer. */
export function step(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
