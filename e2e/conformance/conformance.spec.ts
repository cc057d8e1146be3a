import { recordedExchangesOn } from './conformance.contract.ts';

recordedExchangesOn(['embedded']);
