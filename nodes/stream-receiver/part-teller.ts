import { createWords, type NodeContext, ownTexts } from '../../src/runtime';
import type english from './locales/en-US/stream-receiver.json';
import { createTellPart, type TellPart } from './publish-words';
import type { StreamReceiverConfig } from './stream-config';

type Context = Pick<NodeContext<Record<never, never>>, 'RED' | 'texts' | 'clock'> & {
  readonly config: StreamReceiverConfig;
};

/** What tells the messages of a receiver to people; undefined where its messages are for flows. */
export function partTeller({ RED, config, texts, clock }: Context): TellPart | undefined {
  if (!config.words) return undefined;
  return createTellPart({
    texts,
    text: ownTexts<typeof english>(RED, 'stream-receiver'),
    words: createWords({ texts, now: () => clock.now(), zone: config.wordsZone }),
    nodeName: config.name,
  });
}
