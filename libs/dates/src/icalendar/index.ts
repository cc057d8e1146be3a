export { InvalidEntryError, type Property } from './contentLine.ts';
export { DAY_MS } from './dateTime.ts';
export { type Bytes, type DecodedText, decodeCalendar, decodedAs, decodeText } from './decodedText.ts';
export { languageTag } from './entryTexts.ts';
export { batchItem, type ConvertedEvent, eventBody } from './eventBody.ts';
export { type Occurrence, occurrencesOf, type Window } from './occurrences.ts';
export { heldBy, type Picture, pictureOf } from './picture.ts';
export {
  type CalendarEntry,
  type CalendarSurvey,
  changesOf,
  type EntryNote,
  entriesOf,
  isRecurring,
  surveyCalendar,
} from './readCalendar.ts';
export { type EntrySeries, seriesDates, seriesOfEntry } from './seriesOfEntry.ts';
export { findNamedZone } from './zones.ts';
