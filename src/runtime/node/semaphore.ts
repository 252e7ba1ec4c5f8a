import type { Aside } from '../../client';

/** Room for so many at once, in the order in which they come. */
export interface Places {
  take(): Promise<void>;
  free(): void;
  /** Gives the place up for the time of a wait. */
  readonly aside: Aside;
}

export function createPlaces(count: number): Places {
  let left = count;
  const comingBack: (() => void)[] = [];
  const notBegun: (() => void)[] = [];
  const last: (() => void)[] = [];

  async function takeIn(line: (() => void)[]): Promise<void> {
    if (left > 0) left -= 1;
    else await new Promise<void>((resolve) => line.push(resolve));
  }

  function free(): void {
    const next = comingBack.shift() ?? notBegun.shift() ?? last.shift();
    if (next === undefined) left += 1;
    else next();
  }

  return {
    take: () => takeIn(notBegun),
    free,
    async aside(wait, back) {
      free();
      try {
        return await wait;
      } finally {
        await takeIn(back === 'last' ? last : comingBack);
      }
    },
  };
}
