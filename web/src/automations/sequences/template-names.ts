const names = ['welcome', 'course', 'win_back', 'birthday', 'thanks', 'empty'] as const;

/** The templates that a sequence can begin with. */
export type TemplateName = (typeof names)[number];

export function isTemplate(name: unknown): name is TemplateName {
  return names.some(one => one === name);
}
