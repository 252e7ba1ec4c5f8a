import assert from 'node:assert/strict';
import { ClientError, type ErrorCode } from '../../src/client';
import {
  type BreakerOperator,
  type BreakerRequest,
  type BreakerResult,
  createBreakerOperator,
  type SafetySettings,
} from '../../src/control';
import { type SimulatedService, startServiceInProcess } from '../support/simulated-service';
import { type TurnOptions, turned } from '../support/turn-clock';

type Asked = Partial<BreakerRequest> & Pick<BreakerRequest, 'deviceId' | 'command'>;

/** A simulated site with an operator. */
export interface OperatedSite extends SimulatedService {
  operator(safety?: Partial<SafetySettings>): BreakerOperator;
  /** The times of a message that arrived now, long after the start. */
  arrived(): Pick<
    BreakerRequest,
    'receivedAt' | 'receivedAtMs' | 'retained' | 'startedAt' | 'startedAtMs' | 'mute' | 'dryRun'
  >;
  /** A request that arrived now, with read-back. */
  request(asked: Asked): BreakerRequest;
  /** Operates and advances the clock until the operation has ended. */
  operate(asked: Asked, operator?: BreakerOperator, options?: TurnOptions): Promise<BreakerResult>;
  settle<T>(promise: Promise<T>, options?: TurnOptions): Promise<T>;
  /** Asserts that the promise rejects with this code, and returns its error. */
  refused(promise: Promise<unknown>, code: ErrorCode): Promise<ClientError>;
}

/** An armed account that protects nothing. */
export const usualSafety: SafetySettings = {
  armed: true,
  protectedDevices: [],
  protectedLoads: [],
  maxDevices: 20,
  commandExpiryMs: 10_000,
  startMuteMs: 5_000,
};

export async function startSite(options: Parameters<typeof startServiceInProcess>[0] = {}): Promise<OperatedSite> {
  const service = await startServiceInProcess(options);
  const { clock } = service;
  const operator: OperatedSite['operator'] = (safety = {}) =>
    createBreakerOperator(service.client(), clock, { ...usualSafety, ...safety });
  const usual = operator();
  const arrived: OperatedSite['arrived'] = () => ({
    receivedAt: clock.now(),
    receivedAtMs: clock.monotonicMs(),
    retained: false,
    startedAt: clock.now() - 3_600_000,
    startedAtMs: clock.monotonicMs() - 3_600_000,
    mute: true,
    dryRun: false,
  });
  const request: OperatedSite['request'] = (asked) => ({
    reason: 'test',
    ...arrived(),
    confirmed: false,
    confirmClose: true,
    readBackMs: 15_000,
    ...asked,
  });
  return {
    ...service,
    operator,
    arrived,
    request,
    operate: (asked, by = usual, turnOptions = {}) => turned(clock, by.operate(request(asked)), turnOptions),
    settle: (promise, turnOptions) => turned(clock, promise, turnOptions),
    async refused(promise, code) {
      const error = await turned(clock, promise).then(
        () => assert.fail(`it must end with ${code}`),
        (reason: unknown) => reason,
      );
      assert(error instanceof ClientError, String(error));
      assert.equal(error.code, code, error.message);
      return error;
    },
  };
}
