import { checkAnswers } from './answerFaults.ts';

// To be imported where every answer of a process is to be checked: by specs, and by `node --import` in scenarios.
checkAnswers((fault) => process.stderr.write(`an answer is not what its route declares: ${fault}\n`));
