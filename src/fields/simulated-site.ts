import type { ProblemKey } from './field';

/** What a built-in simulator is told of its site. */
export interface SiteSettings {
  readonly seed: number;
  /** How much faster than real time its clock runs. */
  readonly speed: number;
  /** Whether its state is kept over restarts. */
  readonly keepState: boolean;
}

/** The site of a simulator account that names none. */
export const defaultSite = 'Maple Street 12';

const names = ['seed', 'speed', 'keepState'] as const;

/** One key for one site: neither case nor spaces around and between the words make another one. */
export function siteKey(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The settings in which two accounts of one site differ. */
export function siteDifferences(one: SiteSettings, other: SiteSettings): readonly (keyof SiteSettings)[] {
  return names.filter((name) => one[name] !== other[name]);
}

/** Letters of any language, digits, spaces and what stands in addresses: a name is shown everywhere, and files are named after it. */
export function siteProblem(value: string): ProblemKey | undefined {
  return /^[\p{L}\p{M}\p{N} _.,'()&#-]{1,40}$/u.test(value) && value.trim() !== '' ? undefined : 'site';
}

type SiteTexts = (key: 'site.seed' | 'site.speed' | 'site.kept' | 'site.notKept', params?: { value: number }) => string;

/** Some settings of a site in words, such as `seed 7, clock speed 60`. */
export function siteWords(texts: SiteTexts, settings: SiteSettings, names: readonly (keyof SiteSettings)[]): string {
  const { seed, speed, keepState } = settings;
  const words: Readonly<Record<keyof SiteSettings, () => string>> = {
    seed: () => texts('site.seed', { value: seed }),
    speed: () => texts('site.speed', { value: speed }),
    keepState: () => texts(keepState ? 'site.kept' : 'site.notKept'),
  };
  return names.map((name) => words[name]()).join(', ');
}
