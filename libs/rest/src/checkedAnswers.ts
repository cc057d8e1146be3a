import { checkAnswers } from './answerFaults.ts';

// For `node --import`: every answer of the process is checked.
checkAnswers();
