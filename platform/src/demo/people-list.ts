export const demoFirstnames =
  'Aarav Abena Adaeze Aditi Agnieszka Ahmed Aiko Alejandra Amara Amélie Ananya Andrei Anil Anna Ayşe Beatriz Bilal Camille Carlos Chidi Chloé Daniel Deepa Diego Divya Elif Emeka Emma Fatima Farid Felipe Freya Gabriel Giulia Grace Hana Haruto Hassan Ines Ingrid Isha Ivan Jakub James Jana Javier Jia João Joseph Kabir Karin Kavya Kenji Kwame Lakshmi Lars Leila Lena Liam Lina Lucía Magda Manish Marek Maria Mateo Mei Meera Mia Miguel Mohammed Naomi Neha Nia Nikhil Noah Noor Olga Oliver Omar Paolo Pedro Pooja Priya Rahul Rania Ravi Rosa Ruth Sana Sanjay Sara Sebastián Shreya Sofia Sunil Tariq Thabo Thu Tomás Valentina Vikram Wei Yara Yuki Yusuf Zainab Zoë Zuzana'.split(
    ' ',
  );

export const demoLastnames =
  'Abiola Achterberg Agarwal Almeida Andersson Bakshi Banerjee Bauer Bennett Bianchi Botha Boateng Brandt Chandra Chatterjee Chen Cohen Costa Cruz Dąbrowski Das Davies Desai Diallo Dlamini Dubois Edwards Eze Fernandes Ferrari Fischer Fraser Gandhi García Ghosh Gupta Haddad Hansen Hoffmann Hughes Ibrahim Ito Iyer Jansen Jha Johnson Joshi Kamau Kapoor Khan Kim Kobayashi Kowalski Krishnan Kumar Lambert Larsen Lee Lefèvre Lewandowski Lim Malik Mehta Mendes Menon Mishra Moreau Müller Mukherjee Naidoo Nair Nakamura Nguyễn Nkosi Novák Nowak Obi Okafor Oliveira Osei Owusu Patel Pereira Pillai Rao Reddy Ribeiro Rossi Sato Schneider Sen Shah Sharma Silva Singh Smit Srinivasan Suzuki Tanaka Tembo Thomas Torres Tremblay Vargas Varma Venter Wagner Walker Wang Williams Wójcik Yamamoto Yılmaz Zhang Zulu'.split(
    ' ',
  );

export const demoDepartments = ['InfoSec', 'Technology', 'Operations', 'Finance', 'HR', 'Legal', 'Sales'];

export const demoDesignations = [
  'Analyst',
  'Senior Analyst',
  'Engineer',
  'Senior Engineer',
  'Manager',
  'Senior Manager',
  'Specialist',
  'Team Lead',
  'Consultant',
];

export const toEmailLocalPart = (name: string): string =>
  name.replaceAll('ł', 'l').replaceAll('ı', 'i').normalize('NFD').replace(/[^\w]/g, '').toLowerCase();
