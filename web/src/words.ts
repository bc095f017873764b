// Every text of the interface, so that it can be translated. It is a namespace: the build puts each part of it into the files that name it
// (words.emails). Taking it apart in another way (`const { emails } = words`) loads all of it.
export * as words from './words/catalogue.ts';
