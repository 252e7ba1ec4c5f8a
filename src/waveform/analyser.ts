import { createAnalyser } from './analyse';

/** The analyser that all callers share: everything it keeps is tables. */
export const analyse = createAnalyser();
