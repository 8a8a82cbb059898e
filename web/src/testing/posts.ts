const designations = [
  ['CEO', 'Chief Executive Officer [CEO]'],
  ['CTO', 'Chief Technology Officer [CTO]'],
  ['CISO', 'Chief Information Security Officer [CISO]'],
] as const;

type PostId = (typeof designations)[number][0];

export const personOf = (id: string, designation: string | null = null) => ({
  __typename: 'User',
  id,
  fullName: `Jane Doe ${id}`,
  email: `jane${id}@demo.example`,
  designation,
  department: 'Legal',
  status: 'ACTIVE',
  isInvited: false,
  role: { __typename: 'Role', id: '15', name: 'Auditee' },
});

/** The senior positions of an organisation, with the ids of their holders. */
export const posts = (held: Partial<Record<PostId, string>> = { CEO: '21', CISO: '23' }) =>
  designations.map(([id, label]) => ({
    __typename: 'SeniorPost',
    designation: { __typename: 'Option', id, label },
    required: id === 'CEO',
    holder: held[id] ? personOf(held[id], label) : null,
  }));
