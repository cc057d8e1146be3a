import { checkAnswers } from './answerFaults.ts';

// For `node --import`: checks every answer of the process.
checkAnswers();
