import { isLanguage, languageRecord } from '@almanac/i18n';
import type { RestResponse } from './answer.ts';
import type { DeclaredAnswer } from './declaredAnswers.ts';
import type { WrittenJson } from './writtenJson.ts';

/** Declares the answer of a route that returns an OpenAPI document. */
export const openApiAnswer: DeclaredAnswer = { contentTypes: ['application/json'] };

/** Answers an OpenAPI document. It is sent whole like a file: `_fields` and other parameters do not change it. */
export const answerOpenApi = (document: WrittenJson, language: string): RestResponse => ({
  body: document,
  contentType: 'application/json; charset=UTF-8',
  headers: isLanguage(language) ? { 'Content-Language': languageRecord(language).tag } : {},
});
