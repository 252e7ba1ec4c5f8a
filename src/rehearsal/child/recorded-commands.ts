import type { Job } from '../job';
import type { EmbeddedNodeRed } from './node-red';
import type { RecordedCommand, Recorder } from './recorder';

interface RunningAccount {
  readonly account?: { readonly context: { readonly record: { recent(): RecordedCommand[] } } };
}

/** Notes what the command record has got since the last time: commands that have ended, and in the end all. */
export function recordedCommands(
  { flow }: Job,
  { getNode }: EmbeddedNodeRed['nodes'],
  recorder: Recorder,
): (isEnd: boolean) => void {
  const accounts = flow.filter(({ type }) => type === 'breaker-account').map(({ id }) => id);
  const noted = new Set<number>();
  return (isEnd) => {
    const account = accounts.map((id) => getNode(id) as unknown as RunningAccount | null).find(Boolean);
    const ended = (account?.account?.context.record.recent() ?? []).filter(
      ({ sequence, outcome, error }) => !noted.has(sequence) && (isEnd || outcome !== undefined || error !== undefined),
    );
    for (const { sequence } of ended) noted.add(sequence);
    recorder.noteCommands(ended.reverse());
  };
}
