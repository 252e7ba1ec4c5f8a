import { printResult } from './print-result';
import { runSeason } from './season';

// One season a process: they run side by side, and what one leaves in memory is not the next one's.
const [name = '', days = '1'] = process.argv.slice(2);
printResult(runSeason(name, Number(days)));
