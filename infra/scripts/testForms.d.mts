/** The form whose files a test's file is one of; undefined where no form would ever run it. */
export function formOf(path: string): string | undefined;
export function testFiles(): string[];
