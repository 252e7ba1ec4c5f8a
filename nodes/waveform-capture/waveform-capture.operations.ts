import type { OperationId } from '../../src/catalog';

/** The operations that this node calls. */
export const operations = [
  'waveforms.capture',
  'waveforms.list',
  'waveforms.get',
  'waveformConfiguration.get',
  'waveformConfiguration.set',
] as const satisfies readonly OperationId[];
