/** One pair of Node.js and Node-RED, as scripts/lanes.mjs prepares it; in 4.0 no browser opens the editor. */
export interface Lane {
  readonly name: '4.0' | '4' | '5';
  /** Path of the Node.js binary. */
  readonly node: string;
  /** Path of Node-RED's red.js. */
  readonly script: string;
}

export type Theme = 'light' | 'dark';

/** How one lane's editor is looked at; Node-RED 4 has a light theme only. */
export interface View {
  readonly lane: Lane;
  readonly theme: Theme;
  /** For titles and file names. */
  readonly name: string;
}

function lanesOfThisRun(): readonly Lane[] {
  const given = process.env.E2E_LANES;
  if (given === undefined) throw new Error('The end-to-end tests are started by `npm run test:e2e`');
  return JSON.parse(given) as Lane[];
}

export const lanes = lanesOfThisRun();

export const views: readonly View[] = lanes.flatMap((lane) =>
  (lane.name === '4' ? (['light'] as const) : (['light', 'dark'] as const)).map((theme) => ({
    lane,
    theme,
    name: `node-red-${lane.name}-${theme}`,
  })),
);

/** The project's root: the end-to-end tests are run from there. */
export const root = process.cwd();
