import type { OperationId } from '../../src/catalog';

/** What this node calls for its user. */
export const operations = [
  'waveforms.capture',
  'waveforms.list',
  'waveforms.get',
  'waveformConfiguration.get',
  'waveformConfiguration.set',
] as const satisfies readonly OperationId[];
