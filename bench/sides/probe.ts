import { serve } from '../harness/serve';

// Loaded into a Node-RED before itself, so that the benchmark can ask for its CPU time and memory.
serve({});
