export interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly isTool: boolean;
  readonly days: number;
  readonly mend: string;
}

export function advisoriesOf(
  audit: unknown,
  lock: { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> },
): Advisory[] | undefined;
export function lineOf(advisory: Advisory): string;
