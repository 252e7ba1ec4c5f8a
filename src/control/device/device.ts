import type { InputOf, OperationId } from '../../catalog';
import { type CallOptions, type Client, ClientError } from '../../client';
import type { Clock } from '../../clock';
import { defined } from '../../object';
import { refusalReason, withReason } from '../../refusal';
import { createDeviceInterlocks } from '../interlocks/device';
import { refusal } from '../interlocks/refusal';
import { isDryRun, type SafetySettings } from '../interlocks/safety';
import type { PendingRecord } from '../record';
import { memoryContext, type OperatorContext } from '../write/operator-context';
import { orderedWrite } from '../write/ordered-write';
import { isAnswered, outcomeOfWrite } from '../write/outcome';
import { type DeviceRequest, sendingOf, signalPart } from '../write/write-request';
import type { DeviceChange, DeviceOutcome, DeviceResult, DeviceSettings } from './request';
import { type SettingToWrite, settingsToWrite } from './setting';

/** Changes devices within the account's safety settings. spec 4.2, 4.3 */
export interface DeviceOperator {
  /** Sets location and load of a device. Sends only the values that differ. */
  update(request: DeviceRequest, change: DeviceChange): Promise<DeviceResult>;
  restart(request: DeviceRequest): Promise<DeviceResult>;
  /** Removes the device and resets it to factory settings. `confirm` must be the device's id. */
  decommission(request: DeviceRequest, confirm: unknown): Promise<DeviceResult>;
  /** Writes the settings that differ from those of the device, one at a time. */
  set(request: DeviceRequest, settings: DeviceSettings): Promise<DeviceResult>;
}

type ResultWithoutSequence = Omit<DeviceResult, 'sequence'>;

export function createDeviceOperator(
  client: Client,
  clock: Clock,
  safety: SafetySettings,
  context: OperatorContext = memoryContext(clock),
): DeviceOperator {
  const interlocks = createDeviceInterlocks(client, clock, safety);
  const isDry = (request: DeviceRequest) => isDryRun(request, safety);
  const writeOptions = (request: DeviceRequest) => sendingOf(request, safety.commandExpiryMs);
  const result = (
    { deviceId }: DeviceRequest,
    outcome: DeviceOutcome,
    changed: readonly string[],
    requests?: DeviceResult['requests'],
  ): ResultWithoutSequence => ({
    deviceId,
    outcome,
    changed,
    at: clock.now(),
    ...defined({ requests }),
  });

  async function write(request: DeviceRequest, setting: SettingToWrite): Promise<DeviceOutcome> {
    const answered = await isAnswered(setting.write(writeOptions(request)));
    const outcomeIfNotReadBack = setting.readsCurrentValue ? 'unknown' : 'accepted';
    return outcomeOfWrite(clock, request, { answered, hasWantedValue: setting.isSet, outcomeIfNotReadBack });
  }

  const actions = {
    async update(request: DeviceRequest, change: DeviceChange, { sent: recordSent }: PendingRecord) {
      const { deviceId, signal } = request;
      const path = { deviceId };
      const inputOf = (body: DeviceChange): InputOf<'devices.update'> => ({ path, body });
      // Throws every problem before anything is read or sent.
      client.preview('devices.update', inputOf(change));
      interlocks.checkAge(request, 'devices.update');
      const device = await interlocks.deviceOf(request);
      interlocks.checkLoadType(device, change);
      const isMoved = change.locationId !== undefined && change.locationId !== device.locationId;
      if (change.locationId !== undefined && isMoved)
        await interlocks.checkLocation(device, change.locationId, request);
      const { type, manufacturerName, modelName } = { ...device.loadDetails, ...change.loadDetails };
      // All fields of the load, because the specification does not say whether the service keeps omitted fields.
      const load = Object.fromEntries(
        Object.entries({ type, manufacturerName, modelName }).filter(([, value]) => value !== undefined),
      );
      const loadDiffers = Object.entries(change.loadDetails ?? {}).some(
        ([name, value]) =>
          value !== undefined && device.loadDetails?.[name as keyof typeof device.loadDetails] !== value,
      );
      const body: DeviceChange = {
        ...(isMoved && change.locationId !== undefined ? { locationId: change.locationId } : {}),
        ...(loadDiffers ? { loadDetails: load } : {}),
      };
      const changed = Object.keys(body);
      if (changed.length === 0) return result(request, 'unchanged', []);
      if (isDry(request)) return result(request, 'dry-run', changed, [client.preview('devices.update', inputOf(body))]);
      let settledBy = 'answer';
      recordSent();
      const answered = await isAnswered(
        client.call('devices.update', inputOf(body), writeOptions(request)).then((reply) => {
          settledBy = reply.settledBy;
        }),
      );
      if (settledBy === 'read-back') return result(request, 'confirmed', changed);
      const hasWantedValue = async (options: CallOptions) => {
        const { data } = await client.call('devices.get', { path }, { ...options, ...signalPart(signal) });
        return (
          (body.locationId === undefined || data.locationId === body.locationId) &&
          Object.entries(body.loadDetails ?? {}).every(
            ([name, value]) => data.loadDetails?.[name as keyof typeof data.loadDetails] === value,
          )
        );
      };
      return result(
        request,
        await outcomeOfWrite(clock, request, { answered, hasWantedValue, outcomeIfNotReadBack: 'unknown' }),
        changed,
      );
    },

    async restart(request: DeviceRequest, { sent: recordSent }: PendingRecord) {
      const input = { path: { deviceId: request.deviceId } };
      const preview = client.preview('devices.restart', input);
      interlocks.checkAge(request, 'devices.restart');
      await interlocks.checkInterruptible(request, 'devices.restart');
      if (isDry(request)) return result(request, 'dry-run', ['restart'], [preview]);
      recordSent();
      const answered = await isAnswered(client.call('devices.restart', input, writeOptions(request)));
      return result(request, answered ? 'accepted' : 'unknown', ['restart']);
    },

    async decommission(request: DeviceRequest, confirm: unknown, { sent: recordSent }: PendingRecord) {
      const { deviceId } = request;
      const operation: OperationId = 'devices.decommission';
      const path = { deviceId };
      const preview = client.preview(operation, { path });
      interlocks.checkAge(request, operation);
      if (confirm !== deviceId)
        throw refusal(
          'CONFIRMATION_NEEDED',
          deviceId,
          'would be removed and reset to the factory: set msg.confirm to its id to do so',
          { kind: 'decommission' },
          operation,
        );
      await interlocks.checkInterruptible(request, operation);
      if (isDry(request)) return result(request, 'dry-run', ['decommission'], [preview]);
      recordSent();
      const answered = await isAnswered(client.call(operation, { path }, writeOptions(request)));
      const isGone = async (options: CallOptions) => {
        try {
          await client.call('devices.get', { path }, options);
          return false;
        } catch (error) {
          if (error instanceof ClientError && error.code === 'NOT_FOUND') return true;
          throw error;
        }
      };
      return result(
        request,
        await outcomeOfWrite(clock, request, { answered, hasWantedValue: isGone, outcomeIfNotReadBack: 'accepted' }),
        ['decommission'],
      );
    },

    async set(request: DeviceRequest, settings: DeviceSettings, { sent: recordSent }: PendingRecord) {
      const wanted = settingsToWrite(client, request.deviceId, settings);
      // Throws every problem before anything is read or sent.
      for (const setting of wanted) setting.preview();
      const [first] = wanted;
      if (first === undefined) return result(request, 'unchanged', []);
      interlocks.checkAge(request, first.operation);
      await interlocks.checkSettable(request, first.operation);
      const differing: SettingToWrite[] = [];
      for (const setting of wanted)
        if (!setting.readsCurrentValue || !(await setting.isSet(signalPart(request.signal)))) differing.push(setting);
      const changed = differing.map(({ name }) => name);
      if (differing.length === 0) return result(request, 'unchanged', []);
      if (isDry(request))
        return result(
          request,
          'dry-run',
          changed,
          differing.map((setting) => setting.preview()),
        );
      recordSent();
      const written: string[] = [];
      let outcome: DeviceOutcome = 'confirmed';
      for (const setting of differing) {
        const settingOutcome = await write(request, setting).catch((error: unknown) => {
          if (!(error instanceof ClientError) || written.length === 0) throw error;
          const message = `${error.message} (written before: ${written.join(', ')})`;
          throw withReason(new ClientError(error.code, message, error.cause), refusalReason(error));
        });
        written.push(setting.name);
        if (settingOutcome !== 'confirmed') outcome = settingOutcome;
        // Later settings depend on earlier ones.
        if (settingOutcome === 'unknown') break;
      }
      return result(request, outcome, written);
    },
  };

  const inOrder = (
    request: DeviceRequest,
    operation: OperationId,
    change: string,
    run: (pending: PendingRecord) => Promise<ResultWithoutSequence>,
  ) => orderedWrite(client, context, request, { operation, change }, run);

  return {
    update: async (request, change) =>
      inOrder(request, 'devices.update', Object.keys(change).join(', '), (pending) =>
        actions.update(request, change, pending),
      ),
    restart: async (request) =>
      inOrder(request, 'devices.restart', 'restart', (pending) => actions.restart(request, pending)),
    decommission: async (request, confirm) =>
      inOrder(request, 'devices.decommission', 'decommission', (pending) =>
        actions.decommission(request, confirm, pending),
      ),
    set: async (request, settings) => {
      const [first] = settingsToWrite(client, request.deviceId, settings);
      return inOrder(request, first?.operation ?? 'devices.update', Object.keys(settings).join(', '), (pending) =>
        actions.set(request, settings, pending),
      );
    },
  };
}
