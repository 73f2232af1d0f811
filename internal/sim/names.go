package sim

// The lists that fictional people are made of. Any likeness is chance.
var (
	firstF = []string{
		"Ana", "Aiko", "Amara", "Astrid", "Beatriz", "Carmen", "Chiara", "Dina", "Edda", "Elif", "Fatou", "Freya", "Grace", "Hana", "Ines", "Iris",
		"Jasmin", "Kaia", "Kateri", "Leilani", "Lucía", "Maeve", "Mei", "Mira", "Nadia", "Ngozi", "Noor", "Oksana", "Pia", "Priya", "Rosa", "Saoirse",
		"Signe", "Sofia", "Tala", "Tara", "Thandi", "Vera", "Wren", "Yara", "Yuna", "Zofia",
	}
	firstM = []string{
		"Adil", "Anders", "Arjun", "Ben", "Bram", "Caleb", "Chidi", "Diego", "Emeka", "Emil", "Enzo", "Farid", "Finn", "Gael", "Hiro", "Hugo",
		"Ibrahim", "Ivan", "Jae", "Jonas", "Kai", "Kofi", "Lars", "Leo", "Luca", "Malik", "Mateo", "Nils", "Oscar", "Otto", "Pablo", "Quinn",
		"Rafael", "Ravi", "Sami", "Søren", "Tomasz", "Tuan", "Uwe", "Viktor", "Wim", "Yusuf",
	}
	firstX    = []string{"Ari", "Charlie", "Eden", "Indigo", "Jules", "Kit", "Lou", "Marlowe", "Noa", "Quinn", "Remy", "Robin", "Rowan", "Sage", "Sky"}
	lastNames = []string{
		"Abara", "Achterberg", "Adeyemi", "Almeida", "Andersen", "Aoki", "Baptiste", "Begay", "Bergström", "Bianchi", "Brandt", "Castillo", "Chavez", "Chen", "Costa",
		"Dąbrowski", "Delgado", "Demir", "Diallo", "Dubois", "Eriksen", "Fernández", "Fontaine", "Fraser", "Gallagher", "García", "Grayeyes", "Haddad", "Hakala", "Hansen", "Hofer",
		"Horvat", "Ibarra", "Ito", "Ivanova", "Jansen", "Jensen", "Johansson", "Kamau", "Kaur", "Keller", "Khan", "Kim", "Kowalska", "Larsen", "Le", "Lindqvist",
		"Lopez", "MacLeod", "Mahlangu", "Marino", "Mbeki", "Meyer", "Moreau", "Murphy", "Mutai", "Nakamura", "Nez", "Nguyen", "Nikolaidis", "Novak", "O'Brien", "Okafor",
		"Olsen", "Osei", "Park", "Patel", "Pereira", "Petrov", "Popescu", "Quist", "Reyes", "Rossi", "Ruiz", "Said", "Santos", "Sato", "Schneider", "Shah",
		"Silva", "Singh", "Smit", "Sokolov", "Suzuki", "Tanaka", "Thapa", "Torres", "Tsosie", "Ueda", "Vance", "van Dijk", "Vargas", "Vogel", "Wang", "Weber",
		"Wolf", "Yazzie", "Yilmaz", "Zhou", "Zimmermann",
	}
	towns = []struct{ city, state, country string }{
		{"Pine Crossing", "AZ", "USA"}, {"Cedar Wells", "AZ", "USA"}, {"Mesa Verde Flats", "CO", "USA"}, {"Red Butte", "UT", "USA"}, {"Juniper Falls", "NM", "USA"},
		{"Alder Bay", "WA", "USA"}, {"Granite City", "AZ", "USA"}, {"Silver Fork", "NV", "USA"}, {"Bear Hollow", "CA", "USA"}, {"Larkspur", "CA", "USA"},
		{"Stonebridge", "TX", "USA"}, {"Elk Meadow", "MT", "USA"}, {"Harrow Lake", "BC", "CAN"}, {"Sainte-Aline", "QC", "CAN"}, {"Valdoro", "", "ITA"},
		{"Oberhain", "", "GER"}, {"Fjellvik", "", "NOR"}, {"San Telmo Alto", "", "MEX"}, {"Kitamori", "", "JPN"}, {"Glenmarrow", "", "GBR"},
	}
	teams = []string{
		"Cactus Wrens", "Ridge Runners", "Night Owls", "Slow Rockets", "Mesa Striders", "Two Left Feet", "Blue Agave TC", "Canyon Collective",
		"Pinyon Pacers", "The Long Way Home", "Javelina Jog Club", "Summit Sisters",
	}
	notes = []string{
		"First race of this length", "Allergic to bee stings", "Wears a hearing aid; call by hand", "Pacer from the half on", "Tenth start here",
		"Diabetic, carries glucose", "Running with a guide", "Birthday today",
	}
	shirts = []string{"xs", "s", "m", "m", "l", "l", "xl", "ws", "wm", "wl", "ms", "mm", "ml"}
)
