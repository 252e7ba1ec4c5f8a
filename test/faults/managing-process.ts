import type { GivenSettings } from '../../src/automation';
import { createManualClock } from '../../src/clock';
import { managedAccount, managedRed, runManager } from '../runtime/automation/managed-process';
import type { AccountedService } from '../support/service-account';
import { settled } from '../support/turn-clock';

/** What the process is started with. */
export interface ManagingOptions {
  readonly userDir: string;
  readonly service: AccountedService;
  /** Of the managers that run in it. */
  readonly settings: readonly GivenSettings[];
  /** Wall time of its clock, epoch ms. */
  readonly startMs: number;
  /** The event with which it kills itself, before anything that follows is written. */
  readonly diesAt?: string;
}

/** Turns the clock of the process by so much; answered with the same message when all has settled. */
export interface Turn {
  readonly turnMs: number;
}

/** Load managers in a process of their own, whose clock the process above turns. */
async function main({ userDir, service, settings, startMs, diesAt }: ManagingOptions): Promise<void> {
  // Loading a library is nothing that a manual clock can wait for.
  await import('got');
  const clock = createManualClock(startMs);
  const RED = managedRed({ userDir, clock, warned: [], nodes: new Set(settings.map(({ by }) => by)) });
  const account = managedAccount(service, { RED, userDir, clock }, {});
  const running = settings.map((own) =>
    runManager({ RED, account, clock }, own, (told) => {
      if (told.some(({ event }) => event === diesAt)) process.kill(process.pid, 'SIGKILL');
    }),
  );

  async function turn(ms: number): Promise<void> {
    for (let leftMs = ms; ; ) {
      await settled();
      const nextMs = Math.min(clock.nextTimerMs() ?? leftMs, leftMs);
      await clock.advance(nextMs);
      leftMs -= nextMs;
      if (leftMs <= 0) return settled();
    }
  }

  process.on('message', async ({ turnMs }: Turn) => {
    await turn(turnMs);
    process.send?.({
      turnMs,
      shed: running.reduce((sum, { summary }) => sum + summary().shed, 0),
      told: running.flatMap(({ events }) => events.map(({ event }) => event)),
    });
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ turnMs: 0 });
}

void main(JSON.parse(process.argv[2] ?? '') as ManagingOptions);
