export type { MemberChange } from './memberChanges.ts';
export type { OperatedService } from './operatedService.ts';
export {
  type HistoryWindow,
  type RecordChange,
  type RecordHistory,
  type RecordSource,
  recordHistory,
} from './recordHistory.ts';
export { type NamedRecord, recordNames } from './recordNames.ts';
export { withOperatorRoutes } from './withOperatorRoutes.ts';
