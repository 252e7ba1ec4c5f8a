export type { ReceivingNode } from './receiver-handlers';
export { registerAdmin } from './register';
