import type { SiteGap, SiteGapKind } from '../../simulator';

const sentences: Readonly<Record<SiteGapKind, (gap: { readonly of: string; readonly why: string }) => string>> = {
  zone: ({ of, why }) => `No time zone is known of ${of}: it lives by the clock of ${why}.`,
  locations: () => 'The locations could not be read: all devices stand at one.',
  deviceData: ({ of }) => `${of} could not be read: its handles are closed, and its settings those of the factory.`,
  ratings: ({ of }) => `The ratings of ${of} are not known: those of a usual device are taken.`,
  history: ({ of }) => `There is no history of ${of}: it draws what a load of its kind would.`,
  configuration: ({ of }) => `The configuration of ${of} could not be read: it charges without restrictions.`,
  mode: ({ of, why }) => `${of} is in the mode ${why}, which nobody can set: it charges without restrictions.`,
  sessions: ({ of }) => `No car was at ${of} in the last week: none comes.`,
  more: ({ why }) => `${why} more devices were left out.`,
};

/** What the description of a site lacks, and what the rehearsal has in its place, as a sentence. */
export function gapSentence({ what, of = 'the site', why = '' }: SiteGap): string {
  const isReason = what !== 'zone' && what !== 'mode' && what !== 'more';
  const sentence = sentences[what]({ of, why });
  return isReason && why !== '' ? `${sentence} (${why})` : sentence;
}
