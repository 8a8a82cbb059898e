/** Departments of users. What is stored and shown is the same. */
export const departments = [
  'Administration',
  'Audit',
  'Compliance',
  'Customer Support',
  'Finance',
  'HR',
  'InfoSec',
  'Legal',
  'Marketing',
  'Operations',
  'Procurement',
  'Product',
  'Risk',
  'Sales',
  'Technology',
];

/** The heading that the senior designations stand under. */
export const seniorGroup = 'Senior management';

/** All other designations. */
export const designations = [
  'Analyst',
  'Senior Analyst',
  'Architect',
  'Associate',
  'Auditor',
  'Consultant',
  'Director',
  'Engineer',
  'Senior Engineer',
  'Executive',
  'Manager',
  'Senior Manager',
  'Officer',
  'Specialist',
  'Team Lead',
  'Vice President',
];

/** Industries of organisations. */
export const industries = [
  'Agriculture',
  'Automotive',
  'Aviation',
  'Banking',
  'Construction',
  'Education',
  'Energy',
  'Financial Services',
  'Food and Beverage',
  'Government',
  'Healthcare',
  'Hospitality',
  'Insurance',
  'Legal Services',
  'Logistics',
  'Manufacturing',
  'Media',
  'Mining and Metals',
  'Non-profit',
  'Pharmaceuticals',
  'Professional Services',
  'Real Estate',
  'Research',
  'Retail',
  'Software',
  'Telecommunications',
  'Transport',
  'Utilities',
  'Other',
];
