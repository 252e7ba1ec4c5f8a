export { createTrial } from './trial-panel';
