import { runFlowDay } from './flow-day';
import { printResult } from './print-result';

const [name = ''] = process.argv.slice(2);
printResult(runFlowDay(name));
