export { type RunningEngine, startEngine } from './engine.ts';
export { pseudoText } from './pseudoText.ts';
