import type { CallOptions, Client } from '../../client';
import type { Clock } from '../../clock';
import { createDeviceInterlocks } from '../interlocks/device';
import { isDryRun, type SafetySettings } from '../interlocks/safety';
import type { PendingRecord } from '../record';
import { memoryContext, type OperatorContext } from '../write/operator-context';
import { orderedWrite } from '../write/ordered-write';
import { isAnswered, outcomeOfWrite } from '../write/outcome';
import { sendingOf, signalPart, type WriteRequest } from '../write/write-request';
import type { CaptureRequest, CaptureResult, ThresholdRequest, ThresholdResult } from './request';

/** Requests captures and sets the thresholds that trigger them, within the account's safety settings. spec 2.3, 4.3 */
export interface WaveformOperator {
  /**
   * One capture, never requested twice: each creates a record and a push to the streams. It operates nothing, so
   * protected devices may be captured.
   */
  capture(request: CaptureRequest): Promise<CaptureResult>;
  /** Sends all given thresholds if one of them differs from the device's. */
  setThresholds(request: ThresholdRequest): Promise<ThresholdResult>;
}

export function createWaveformOperator(
  client: Client,
  clock: Clock,
  safety: SafetySettings,
  context: OperatorContext = memoryContext(clock),
): WaveformOperator {
  const interlocks = createDeviceInterlocks(client, clock, safety);
  const isDry = (request: WriteRequest) => isDryRun(request, safety);
  const writeOptions = (request: WriteRequest) => sendingOf(request, safety.commandExpiryMs);
  const read = async ({ deviceId }: ThresholdRequest, options: CallOptions) =>
    (await client.call('waveformConfiguration.get', { path: { deviceId } }, options)).data;
  type Read = Awaited<ReturnType<typeof read>>;
  const differing = ({ thresholds }: ThresholdRequest, current: Read): string[] =>
    Object.entries(thresholds).flatMap(([name, wanted]) =>
      wanted === undefined || Object.is(wanted, current[name as keyof Read]) ? [] : [name],
    );

  return {
    async capture(request) {
      const input = { path: { deviceId: request.deviceId } };
      const preview = client.preview('waveforms.capture', input);
      interlocks.checkAge(request, 'waveforms.capture');
      if (isDry(request)) return { outcome: 'dry-run', request: preview };
      const { data } = await client.call('waveforms.capture', input, writeOptions(request));
      return { outcome: 'captured', record: data };
    },

    setThresholds: async (request) =>
      orderedWrite(
        client,
        context,
        request,
        { operation: 'waveformConfiguration.set', change: Object.keys(request.thresholds).join(', ') },
        (recorded) => setThresholds(request, recorded),
      ),
  };

  async function setThresholds(
    request: ThresholdRequest,
    recorded: PendingRecord,
  ): Promise<Omit<ThresholdResult, 'sequence'>> {
    const { deviceId, thresholds } = request;
    const input = { path: { deviceId }, body: thresholds };
    // Throws with every problem before anything is read or sent.
    const preview = client.preview('waveformConfiguration.set', input);
    interlocks.checkAge(request, 'waveformConfiguration.set');
    await interlocks.checkSettable(request, 'waveformConfiguration.set');
    let last = await read(request, signalPart(request.signal));
    const changed = differing(request, last);
    const end = (outcome: ThresholdResult['outcome']): Omit<ThresholdResult, 'sequence'> => ({
      deviceId,
      outcome,
      changed,
      thresholds: last,
      at: clock.now(),
    });
    if (changed.length === 0) return end('unchanged');
    if (isDry(request)) return { ...end('dry-run'), request: preview };
    recorded.sent();
    const answered = await isAnswered(client.call('waveformConfiguration.set', input, writeOptions(request)));
    const hasWantedValue = async (options: CallOptions) => {
      last = await read(request, options);
      return differing(request, last).length === 0;
    };
    const outcome = await outcomeOfWrite(clock, request, { answered, hasWantedValue, outcomeIfNotReadBack: 'unknown' });
    if (outcome === 'accepted') last = { ...last, ...thresholds };
    return end(outcome);
  }
}
