import { Cron } from 'croner';
import { getTimes } from 'suncalc';
import { nextCronRuns, nextSunRuns } from '../../src/schedule';
import { cpuMicrosEach, serve } from '../harness/serve';

const crons = ['30 7 * * 1-5', '0 22 * * *', '*/15 8-17 * * 1-5', '0 0 1 * *', '5 4 * * 0'] as const;
const timeZone = 'Europe/Berlin';
const place = { latitude: 52.52, longitude: 13.4 };
const runs = 10;
const days = 365;
const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 0, 1);

/** Different instants, so that nothing is kept from one preview to the next. */
const from = (index: number) => startMs + (index % 365) * dayMs + (index % 7) * 3_600_000;

serve({
  cron: (count: number) =>
    cpuMicrosEach(count, (index) => {
      const cron = crons[index % crons.length] ?? '';
      const result = nextCronRuns({ cron, timeZone, fromMs: from(index), count: runs });
      if (!result.ok || result.value.length !== runs) throw new Error(`${cron} has no ${runs} runs`);
    }),

  croner: (count: number) =>
    cpuMicrosEach(count, (index) => {
      const engine = new Cron(crons[index % crons.length] ?? '', { timezone: timeZone, mode: '5-part', paused: true });
      if (engine.nextRuns(runs, new Date(from(index))).length !== runs) throw new Error('croner has no runs');
    }),

  sun: (count: number) =>
    cpuMicrosEach(count, (index) => {
      const rule = { scheduleType: 'sunset', offset: -15, offsetUnit: 'minutes', timeZone, ...place } as const;
      const result = nextSunRuns({ ...rule, fromMs: from(index), count: days });
      if (!result.ok || result.value.runs.length !== days) throw new Error('there is no year of sunsets');
    }),

  suncalc: (count: number) =>
    cpuMicrosEach(count, (index) => {
      for (let day = 0; day < days; day++)
        if (getTimes(new Date(from(index) + day * dayMs), place.latitude, place.longitude).sunset === null)
          throw new Error('there is no sunset');
    }),
});
