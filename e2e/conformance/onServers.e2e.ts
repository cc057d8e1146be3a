import { recordedExchangesOn } from './conformance.contract.ts';

recordedExchangesOn(['native', 'containers']);
