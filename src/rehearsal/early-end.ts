/** Why a rehearsal ended before its hours were over, with what its sentence tells. */
export type EarlyEnd =
  | { readonly ending: 'out-of-time'; readonly seconds: number }
  /** `nodes`: the names of those to which the newest messages have come. */
  | { readonly ending: 'never-quiet'; readonly nodes: readonly string[] }
  | { readonly ending: 'too-many-requests'; readonly most: number }
  /** `said`: the error with which Node-RED would have ended. */
  | { readonly ending: 'failed'; readonly said: string };

/** The same in English. */
export function earlyEndSentence(early: EarlyEnd): string {
  switch (early.ending) {
    case 'out-of-time':
      return `the ${early.seconds} s of real time that it may take were over`;
    case 'never-quiet':
      return `these nodes go round without time passing: ${early.nodes.join(', ')}`;
    case 'too-many-requests':
      return `the flow has made ${early.most} requests`;
    case 'failed':
      return `Node-RED would have ended: ${early.said}`;
  }
}
